//! The way to a value.

use super::push_segment;

/// One step of the way to a value. The steps stand on the stack of who walks there, and are written down only where somebody needs
/// the pointer.
#[derive(Debug, Clone, Copy)]
pub struct Path<'p> {
    parent: Option<&'p Path<'p>>,
    segment: Segment<'p>,
    pub(super) depth: usize,
}

#[derive(Debug, Clone, Copy)]
enum Segment<'p> {
    Start(&'p str),
    Key(&'p str),
    Index(usize),
}

impl<'p> Path<'p> {
    /// The way to the value itself.
    pub const ROOT: Path<'static> = Path::from_pointer("");

    /// Where a pointer leads.
    pub const fn from_pointer(pointer: &'p str) -> Self {
        Self { parent: None, segment: Segment::Start(pointer), depth: 0 }
    }

    fn child(&'p self, segment: Segment<'p>) -> Self {
        Self { parent: Some(self), segment, depth: self.depth + 1 }
    }

    /// On to the value at a key.
    #[must_use]
    pub fn key(&'p self, key: &'p str) -> Self {
        self.child(Segment::Key(key))
    }

    /// On to an element.
    #[must_use]
    pub fn index(&'p self, index: usize) -> Self {
        self.child(Segment::Index(index))
    }

    /// The JSON Pointer.
    ///
    /// ```
    /// use mcp_tool_risk_types::json::Path;
    /// assert_eq!(Path::from_pointer("/arguments").key("a/b").index(1).pointer(), "/arguments/a~1b/1");
    /// ```
    pub fn pointer(&self) -> String {
        let mut pointer = self.parent.map(Path::pointer).unwrap_or_default();
        match self.segment {
            Segment::Start(start) => pointer.push_str(start),
            Segment::Key(key) => push_segment(&mut pointer, key),
            Segment::Index(index) => push_segment(&mut pointer, &index.to_string()),
        }
        pointer
    }
}
