//! Answers about many tools leave in pieces: the whole of one is several times its list, and the module's memory never shrinks.

use mcp_tool_risk_types::Diagnostic;
use mcp_tool_risk_types::json::write_text;
use serde::Serialize;

/// Takes an answer, piece by piece.
pub type Take<'t> = &'t mut dyn FnMut(&str);

/// Pieces have about this many bytes, or what stands between two seams.
const ENOUGH: usize = 1 << 16;

/// An answer that is being written.
pub(crate) struct Pieces<'t> {
    pub(crate) text: String,
    take: Take<'t>,
}

impl<'t> Pieces<'t> {
    pub(crate) fn new(take: Take<'t>) -> Self {
        Self { text: String::new(), take }
    }

    /// Here a piece may end.
    pub(crate) fn seam(&mut self) {
        if self.text.len() >= ENOUGH {
            self.end();
        }
    }

    /// Hands out what is left.
    pub(crate) fn end(&mut self) {
        (self.take)(&self.text);
        self.text.clear();
    }
}

/// Writes `{"tools": [...], "diagnostics": [...]}`, each tool when its turn comes.
pub(crate) fn write_list<T: Serialize>(take: Take<'_>, tools: impl Iterator<Item = T>, diagnostics: &[Diagnostic]) {
    let mut pieces = Pieces::new(take);
    pieces.text.push_str("{\"tools\":[");
    for (i, tool) in tools.enumerate() {
        if i > 0 {
            pieces.text.push(',');
        }
        write_text(&mut pieces.text, &tool);
        pieces.seam();
    }
    pieces.text.push_str("],\"diagnostics\":");
    write_text(&mut pieces.text, diagnostics);
    pieces.text.push('}');
    pieces.end();
}
