//! Where an old address leads. Whoever follows a redirect arrives: no target is itself redirected, so there are no chains and
//! no loops. That holds because each new one is resolved against those there are before it is saved, and those there are
//! against the new one after.

use super::path::Path;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// 301: for good.
    Moved(Path),
    /// 302: for a while.
    Elsewhere(Path),
    /// 410: nothing has become of it.
    Gone,
}

/// Why an answer cannot be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unresolved {
    /// It leads to itself.
    Loop,
    /// What it leads to is gone.
    LeadsNowhere,
}

impl Answer {
    pub fn parse(status: i64, to: &str) -> Result<Self, (&'static str, &'static str)> {
        let target = || Path::parse(to).map_err(|code| ("to", code));
        match status {
            301 => Ok(Self::Moved(target()?)),
            302 => Ok(Self::Elsewhere(target()?)),
            410 if to.trim().is_empty() => Ok(Self::Gone),
            410 => Err(("to", "must_be_empty")),
            _ => Err(("status", "unknown_value")),
        }
    }

    pub fn status(&self) -> i16 {
        match self {
            Self::Moved(_) => 301,
            Self::Elsewhere(_) => 302,
            Self::Gone => 410,
        }
    }

    pub fn target(&self) -> Option<&Path> {
        match self {
            Self::Moved(to) | Self::Elsewhere(to) => Some(to),
            Self::Gone => None,
        }
    }

    /// The answer for `from` when its target has become `next`.
    pub fn resolve(self, from: &Path, next: Option<Self>) -> Result<Self, Unresolved> {
        let resolved = match (self, next) {
            (_, Some(Self::Gone)) => return Err(Unresolved::LeadsNowhere),
            (own, Some(next)) => own.then(next),
            (own, None) => own,
        };
        if resolved.target() == Some(from) { Err(Unresolved::Loop) } else { Ok(resolved) }
    }

    /// One after the other. What is for good and then for a while is for a while; what led to something that is gone is gone.
    pub fn then(self, next: Self) -> Self {
        match (self, next) {
            (_, Self::Gone) | (Self::Gone, _) => Self::Gone,
            (Self::Moved(_), Self::Moved(to)) => Self::Moved(to),
            (_, Self::Moved(to) | Self::Elsewhere(to)) => Self::Elsewhere(to),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    type Known = BTreeMap<String, Answer>;

    fn path(name: &str) -> Path {
        Path::parse(&format!("/{name}")).unwrap()
    }

    /// As `app::desk` does it with rows.
    fn save(known: &mut Known, from: &Path, answer: Answer) -> Result<(), Unresolved> {
        let next = answer.target().and_then(|to| known.get(to.as_str())).cloned();
        let answer = answer.resolve(from, next)?;
        for other in known.values_mut().filter(|other| other.target() == Some(from)) {
            *other = other.clone().then(answer.clone());
        }
        known.insert(from.as_str().to_owned(), answer);
        Ok(())
    }

    #[test]
    fn chains_are_resolved_and_loops_refused() {
        let mut known = Known::new();
        save(&mut known, &path("a"), Answer::Moved(path("b"))).unwrap();
        save(&mut known, &path("b"), Answer::Elsewhere(path("c"))).unwrap();
        assert_eq!(known["/a"], Answer::Elsewhere(path("c")), "what goes on for a while is not for good");
        assert_eq!(save(&mut known, &path("c"), Answer::Moved(path("a"))), Err(Unresolved::Loop));
        assert_eq!(save(&mut known, &path("x"), Answer::Moved(path("x"))), Err(Unresolved::Loop));
        save(&mut known, &path("c"), Answer::Gone).unwrap();
        assert!(known.values().all(|answer| *answer == Answer::Gone));
        assert_eq!(save(&mut known, &path("d"), Answer::Moved(path("a"))), Err(Unresolved::LeadsNowhere));
    }

    proptest! {
        #[test]
        fn whoever_follows_a_redirect_arrives(saves in prop::collection::vec((0..6_u8, 0..6_u8, 0..3_u8), 0..40)) {
            let mut known = Known::new();
            for (from, to, kind) in saves {
                let to = path(&to.to_string());
                let answer = match kind { 0 => Answer::Moved(to), 1 => Answer::Elsewhere(to), _ => Answer::Gone };
                let _ = save(&mut known, &path(&from.to_string()), answer);
            }
            for (from, answer) in &known {
                if let Some(to) = answer.target() {
                    prop_assert!(!known.contains_key(to.as_str()) && to.as_str() != from);
                }
            }
        }
    }
}
