//! A definition that was read once and is asked for every call.
//!
//! What is read off a text borrows from it, so the two are kept together.

use mcp_tool_risk_infer::call::Prepared;
use mcp_tool_risk_types::ToolDefinition;
use mcp_tool_risk_types::json::{Parsed, parse};
use self_cell::self_cell;

self_cell!(
    struct Text {
        owner: String,
        #[covariant]
        dependent: Parsed,
    }
);

self_cell!(
    /// A definition, ready to assess calls.
    pub(crate) struct Ready {
        owner: Text,
        #[not_covariant]
        dependent: Prepared,
    }
);

impl Ready {
    /// Reads the JSON text of a definition; `None` where it is none.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let text = Text::try_new(text.to_owned(), |text| parse(text)).ok()?;
        Self::try_new(text, |text| ToolDefinition::new(&text.borrow_dependent().value).map(Prepared::new).ok_or(())).ok()
    }

    /// Asks what was read off it.
    pub(crate) fn ask<T>(&self, question: impl FnOnce(&Prepared<'_>) -> T) -> T {
        self.with_dependent(|_, prepared| question(prepared))
    }

    /// The definition.
    pub(crate) fn definition(&self) -> Option<ToolDefinition<'_, '_>> {
        ToolDefinition::new(&self.borrow_owner().borrow_dependent().value)
    }
}
