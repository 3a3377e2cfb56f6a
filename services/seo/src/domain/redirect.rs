//! Redirects never form chains or loops: saving one resolves its target, and the redirects that lead to its path.

use super::path::Path;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Redirect {
    /// Status 301.
    MovedPermanently(Path),
    /// Status 302.
    MovedTemporarily(Path),
    /// Status 410: the page has no replacement.
    Gone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResolveError {
    Loop,
    /// The target has no page any more.
    TargetGone,
}

impl Redirect {
    /// The error is the invalid field and the error code.
    pub fn parse(status: i64, to: &str) -> Result<Self, (&'static str, &'static str)> {
        let target = || Path::parse(to).map_err(|code| ("to", code));
        match status {
            301 => Ok(Self::MovedPermanently(target()?)),
            302 => Ok(Self::MovedTemporarily(target()?)),
            410 if to.trim().is_empty() => Ok(Self::Gone),
            410 => Err(("to", "must_be_empty")),
            _ => Err(("status", "unknown_value")),
        }
    }

    pub fn status(&self) -> i16 {
        match self {
            Self::MovedPermanently(_) => 301,
            Self::MovedTemporarily(_) => 302,
            Self::Gone => 410,
        }
    }

    pub fn target(&self) -> Option<&Path> {
        match self {
            Self::MovedPermanently(to) | Self::MovedTemporarily(to) => Some(to),
            Self::Gone => None,
        }
    }

    /// `next` is the redirect of the target.
    pub fn resolve(self, from: &Path, next: Option<Self>) -> Result<Self, ResolveError> {
        let resolved = match (self, next) {
            (_, Some(Self::Gone)) => return Err(ResolveError::TargetGone),
            (redirect, Some(next)) => redirect.then(next),
            (redirect, None) => redirect,
        };
        if resolved.target() == Some(from) { Err(ResolveError::Loop) } else { Ok(resolved) }
    }

    /// Joins two redirects of a chain: permanent only if both are permanent, and gone if either is gone.
    pub fn then(self, next: Self) -> Self {
        match (self, next) {
            (_, Self::Gone) | (Self::Gone, _) => Self::Gone,
            (Self::MovedPermanently(_), Self::MovedPermanently(to)) => Self::MovedPermanently(to),
            (_, Self::MovedPermanently(to) | Self::MovedTemporarily(to)) => Self::MovedTemporarily(to),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    type Redirects = BTreeMap<String, Redirect>;

    fn path(name: &str) -> Path {
        Path::parse(&format!("/{name}")).unwrap()
    }

    /// Like `app::redirect::save`, but in a map.
    fn save(redirects: &mut Redirects, from: &Path, redirect: Redirect) -> Result<(), ResolveError> {
        let next = redirect.target().and_then(|to| redirects.get(to.as_str())).cloned();
        let redirect = redirect.resolve(from, next)?;
        for other in redirects.values_mut().filter(|other| other.target() == Some(from)) {
            *other = other.clone().then(redirect.clone());
        }
        redirects.insert(from.as_str().to_owned(), redirect);
        Ok(())
    }

    #[test]
    fn chains_are_resolved_and_loops_rejected() {
        let mut redirects = Redirects::new();
        save(&mut redirects, &path("a"), Redirect::MovedPermanently(path("b"))).unwrap();
        save(&mut redirects, &path("b"), Redirect::MovedTemporarily(path("c"))).unwrap();
        assert_eq!(
            redirects["/a"],
            Redirect::MovedTemporarily(path("c")),
            "a chain with a temporary redirect is temporary"
        );
        assert_eq!(save(&mut redirects, &path("c"), Redirect::MovedPermanently(path("a"))), Err(ResolveError::Loop));
        assert_eq!(save(&mut redirects, &path("x"), Redirect::MovedPermanently(path("x"))), Err(ResolveError::Loop));
        save(&mut redirects, &path("c"), Redirect::Gone).unwrap();
        assert!(redirects.values().all(|redirect| *redirect == Redirect::Gone));
        assert_eq!(
            save(&mut redirects, &path("d"), Redirect::MovedPermanently(path("a"))),
            Err(ResolveError::TargetGone)
        );
    }

    proptest! {
        #[test]
        fn redirects_never_chain(saves in prop::collection::vec((0..6_u8, 0..6_u8, 0..3_u8), 0..40)) {
            let mut redirects = Redirects::new();
            for (from, to, kind) in saves {
                let to = path(&to.to_string());
                let redirect = match kind {
                    0 => Redirect::MovedPermanently(to),
                    1 => Redirect::MovedTemporarily(to),
                    _ => Redirect::Gone,
                };
                let _ = save(&mut redirects, &path(&from.to_string()), redirect);
            }
            for (from, redirect) in &redirects {
                if let Some(to) = redirect.target() {
                    prop_assert!(!redirects.contains_key(to.as_str()));
                    prop_assert!(to.as_str() != from);
                }
            }
        }
    }
}
