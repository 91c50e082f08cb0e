//! TypeScript types of what the derive cannot see: conditions, patterns and values by field.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** One pattern or several; `*` stands for any run of characters. */
export type Patterns = string | string[];

/** A test of a field whose words have an order. */
export type OrderedTest<W> = W | W[] | { in?: W | W[]; atLeast?: W; atMost?: W };

/** A test of a set. */
export type SetTest<W> = W | W[] | { in?: W | W[] };

/** A test of an argument. */
export type ArgumentTest =
    | string
    | number
    | boolean
    | null
    | unknown[]
    | {
          equals?: unknown;
          in?: (string | number | boolean | null)[];
          glob?: Patterns;
          prefix?: string | string[];
          range?: { atLeast?: number; atMost?: number };
          exists?: boolean;
          regex?: string;
      };

/** A day of a time window. */
export type Day = "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";

/** A condition: everything that it has must hold. */
export interface When {
    server?: Patterns;
    tool?: Patterns;
    provenance?: Partial<Record<Field, Exclude<Provenance, "default"> | Exclude<Provenance, "default">[]>>;
    confidence?: Partial<Record<Field, { atLeast?: number; atMost?: number }>>;
    findings?: Code | "none" | (Code | "none")[];
    belowMinTrust?: boolean;
    arguments?: Record<string, ArgumentTest>;
    time?: { days?: Day | Day[]; from?: string; to?: string; after?: string; before?: string };
    mode?: Mode | Mode[];
    category?: OrderedTest<Category>;
    riskLevel?: OrderedTest<RiskLevel>;
    blastRadius?: OrderedTest<BlastRadius>;
    reversibility?: OrderedTest<Reversibility>;
    sideEffects?: SetTest<string>;
    approvalRecommendation?: OrderedTest<Approval>;
    minTrustLevel?: OrderedTest<1 | 2 | 3 | 4 | 5>;
    readOnlyHint?: OrderedTest<boolean>;
    destructiveHint?: OrderedTest<boolean>;
    idempotentHint?: OrderedTest<boolean>;
    openWorldHint?: OrderedTest<boolean>;
    outcome?: OrderedTest<Outcome>;
    requiresReview?: OrderedTest<boolean>;
    destination?: OrderedTest<Destination>;
    inputSensitivity?: SetTest<DataClass>;
    source?: SetTest<Source | "none">;
    returnSensitivity?: SetTest<DataClass>;
    all?: When[];
    any?: When[];
    not?: When;
}

/** A kind of data, as a value. */
export type DataClassValue = Exclude<DataClass, "regulated"> | { regulated: { scopes?: string[] } };

/** Values by field. */
export interface FieldValues {
    category?: Category;
    riskLevel?: RiskLevel;
    blastRadius?: BlastRadius;
    reversibility?: Reversibility;
    sideEffects?: string[];
    approvalRecommendation?: Approval;
    minTrustLevel?: 1 | 2 | 3 | 4 | 5;
    readOnlyHint?: boolean;
    destructiveHint?: boolean;
    idempotentHint?: boolean;
    openWorldHint?: boolean;
    outcome?: Outcome | Outcome[];
    requiresReview?: boolean;
    destination?: Destination | Destination[];
    inputSensitivity?: DataClassValue | DataClassValue[];
    source?: Source | Source[];
    returnSensitivity?: DataClassValue | DataClassValue[];
}
"#;

#[cfg(test)]
mod tests {
    use mcp_tool_risk_types::{Field, Word};

    use crate::document::WhenKey;

    // The attribute takes the constant away, so the text is read from here.
    const TYPES: &str = include_str!("typescript.rs");

    #[test]
    fn every_key_has_a_type() {
        for field in Field::ALL {
            assert_eq!(TYPES.matches(&format!("    {}?: ", field.word())).count(), 2, "{}", field.word());
        }
        for key in WhenKey::ALL {
            assert_eq!(TYPES.matches(&format!("    {}?: ", key.word())).count(), 1, "{}", key.word());
        }
    }
}
