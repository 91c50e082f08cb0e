//! The reference rules of SEP-2793, section "Inference": nine verbs, four flags, three scope parameters.
//!
//! Verbs are tokens of the name, the first that fits counts. Flags raise once, capped at critical. The widest scope
//! parameter gives the blast radius.

use mcp_tool_risk_types::{BlastRadius, Category, Field, RiskLevel, ToolDefinition};

use crate::{Evidence, Inference, Inferred, Push, schema, split};

pub(crate) fn grade(tool: ToolDefinition<'_, '_>) -> Inference {
    let mut inference = Inference::default();
    let mut put = |field: Field, value: mcp_tool_risk_types::Value, mut evidence: Evidence| {
        inference.values.insert(field, Inferred { value, confidence: 50 });
        evidence.fields = vec![field];
        inference.evidence.push(evidence);
    };
    let params = schema::params(tool.input_schema());
    let verb = split::name(tool.name()).into_iter().find_map(|token| {
        let grade = match token.text.as_ref() {
            "get" | "list" | "describe" => (Category::Read, RiskLevel::Low),
            "create" | "apply" | "update" => (Category::Mutate, RiskLevel::Medium),
            "delete" | "destroy" | "drop" => (Category::Delete, RiskLevel::High),
            _ => return None,
        };
        Some((token, grade))
    });
    if let Some((token, (category, risk))) = verb {
        let seen = |push| Evidence::span("/name", tool.name(), token.start, token.end, format!("is a {category} verb"), push, 3);
        put(Field::Category, category.into(), seen(Push::Sets));
        let flag = params.iter().find(|p| matches!(p.name, "force" | "recursive" | "cascade" | "all_namespaces"));
        match flag {
            Some(flag) => {
                let raised = match risk {
                    RiskLevel::Low => RiskLevel::Medium,
                    RiskLevel::Medium => RiskLevel::High,
                    RiskLevel::High | RiskLevel::Critical => RiskLevel::Critical,
                };
                put(
                    Field::RiskLevel,
                    raised.into(),
                    Evidence::whole(&flag.at, flag.name, "is a flag that raises the risk by one grade", Push::Raises, 2),
                );
            }
            None => put(Field::RiskLevel, risk.into(), seen(Push::Sets)),
        }
    }
    let scope = params
        .iter()
        .filter_map(|p| {
            let blast = match p.name {
                "namespace" => BlastRadius::Namespace,
                "cluster" => BlastRadius::Cluster,
                "org" => BlastRadius::Organization,
                _ => return None,
            };
            Some((p, blast))
        })
        .max_by_key(|(_, blast)| mcp_tool_risk_types::Word::rank(*blast));
    if let Some((param, blast)) = scope {
        put(Field::BlastRadius, blast.into(), Evidence::whole(&param.at, param.name, "is a scope parameter", Push::Sets, 2));
    }
    inference
}
