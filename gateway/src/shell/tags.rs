//! Ids of analytics tools. The app loads tools that have one, and the Content-Security-Policy allows their scripts.

use axum::http::HeaderValue;
use serde_json::{Map, Value, json};

use crate::headers;

/// The ids of all tools. An id is empty if its tool is not used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags {
    pub google_analytics: String,
    pub google_tag_manager: String,
    pub yandex_metrica: String,
    /// The proof of ownership, which loads no script.
    pub search_console: String,
}

/// The origins that a tool needs in the policy, each after a space.
struct Origins {
    scripts: &'static str,
    reports: &'static str,
    sockets: &'static str,
}

const GOOGLE: Origins = Origins {
    scripts: " https://www.googletagmanager.com",
    reports: " https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com",
    sockets: "",
};
const YANDEX: Origins = Origins {
    scripts: " https://mc.yandex.ru https://yastatic.net",
    reports: " https://mc.yandex.ru https://mc.yandex.com",
    sockets: " wss://mc.yandex.com",
};

impl Tags {
    pub fn ids_for_app(&self) -> Option<Value> {
        let tools = [
            ("googleAnalytics", &self.google_analytics),
            ("googleTagManager", &self.google_tag_manager),
            ("yandexMetrica", &self.yandex_metrica),
        ];
        let used_tools = tools.into_iter().filter(|(_, id)| !id.is_empty());
        let used_tools: Map<String, Value> = used_tools.map(|(name, id)| (name.to_owned(), json!(id))).collect();
        (!used_tools.is_empty()).then_some(Value::Object(used_tools))
    }

    /// Returns the Content-Security-Policy, or `None` if the default is sufficient.
    pub fn policy(&self) -> Option<HeaderValue> {
        let has_google = !self.google_analytics.is_empty() || !self.google_tag_manager.is_empty();
        let has_yandex = !self.yandex_metrica.is_empty();
        let used_tools: Vec<Origins> =
            [has_google.then_some(GOOGLE), has_yandex.then_some(YANDEX)].into_iter().flatten().collect();
        if used_tools.is_empty() {
            return None;
        }
        let join = |part: fn(&Origins) -> &str| used_tools.iter().map(part).collect::<String>();
        let scripts = join(|origins| origins.scripts);
        let reports = join(|origins| origins.reports);
        let sockets = join(|origins| origins.sockets);
        HeaderValue::from_str(&headers::content_security_policy(&scripts, &reports, &sockets)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tools_with_an_id_are_loaded_and_allowed() {
        assert_eq!((Tags::default().ids_for_app(), Tags::default().policy()), (None, None));
        let search_console = Tags { search_console: "abc".into(), ..Tags::default() };
        assert_eq!((search_console.ids_for_app(), search_console.policy()), (None, None), "it loads nothing");
        let yandex = Tags { yandex_metrica: "123".into(), ..Tags::default() };
        assert_eq!(yandex.ids_for_app(), Some(json!({"yandexMetrica": "123"})));
        let policy = yandex.policy().unwrap();
        let policy = policy.to_str().unwrap();
        assert!(policy.contains("script-src 'self' https://mc.yandex.ru https://yastatic.net;"), "{policy}");
        assert!(policy.contains("wss://mc.yandex.com;"), "{policy}");
        assert!(!policy.contains("google"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!policy.contains("unsafe-eval"), "{policy}");
    }
}
