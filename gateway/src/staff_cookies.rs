//! The cookies with the tokens of a staff session.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::problem::Problem;

pub const ACCESS: &str = "__Host-staff";
pub const REFRESH: &str = "__Host-staff-refresh";
/// Hides the cookies from scripts, and keeps them out of requests from other sites.
const ATTRIBUTES: &str = "Path=/; Secure; HttpOnly; SameSite=Strict";

pub fn read<'request>(headers: &'request HeaderMap, name: &str) -> Option<&'request str> {
    let lists = headers.get_all(header::COOKIE).into_iter().filter_map(|list| list.to_str().ok());
    let mut pairs = lists.flat_map(|list| list.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find_map(|(cookie, value)| (cookie == name && !value.is_empty()).then_some(value))
}

pub fn are_present(headers: &HeaderMap) -> bool {
    [ACCESS, REFRESH].iter().any(|name| read(headers, name).is_some())
}

/// The access token's cookie ends with the token, the other with the browser's session.
pub fn set(headers: &mut HeaderMap, access: &str, expires_in: i64, refresh: &str) -> Result<(), Problem> {
    append(headers, &format!("{ACCESS}={access}; Max-Age={expires_in}; {ATTRIBUTES}"))?;
    // A step-up (a repeated second factor) keeps the refresh token.
    if refresh.is_empty() { Ok(()) } else { append(headers, &format!("{REFRESH}={refresh}; {ATTRIBUTES}")) }
}

pub fn cleared() -> HeaderMap {
    let mut headers = HeaderMap::new();
    for name in [ACCESS, REFRESH] {
        let _ = append(&mut headers, &format!("{name}=; Max-Age=0; {ATTRIBUTES}"));
    }
    headers
}

fn append(headers: &mut HeaderMap, cookie: &str) -> Result<(), Problem> {
    let mut value = HeaderValue::from_str(cookie).map_err(|_| Problem::internal())?;
    // Keeps the token out of debug output.
    value.set_sensitive(true);
    headers.append(header::SET_COOKIE, value);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(lists: &[&'static str]) -> HeaderMap {
        lists.iter().map(|list| (header::COOKIE, HeaderValue::from_static(list))).collect()
    }

    #[test]
    fn a_cookie_is_found_by_its_whole_name() {
        assert_eq!(read(&request(&["a=1; __Host-staff=x.y=z;b=2"]), ACCESS), Some("x.y=z"));
        assert_eq!(read(&request(&["a=1", "__Host-staff-refresh=r"]), REFRESH), Some("r"), "HTTP/2 may split the list");
        for list in ["__Host-staff-refresh=r", "x__Host-staff=1", "__host-staff=1", "__Host-staff=", "__Host-staff"] {
            assert_eq!(read(&request(&[list]), ACCESS), None, "{list}");
        }
        assert!(are_present(&request(&["__Host-staff-refresh=r"])));
        assert!(!are_present(&request(&["staff=1"])));
    }

    #[test]
    fn cookies_are_for_this_host_only_and_hidden_from_scripts_and_logs() {
        let mut headers = HeaderMap::new();
        set(&mut headers, "access", 600, "refresh").unwrap();
        let cookies: Vec<_> =
            headers.get_all(header::SET_COOKIE).iter().map(|cookie| cookie.to_str().unwrap()).collect();
        assert_eq!(
            cookies,
            [
                "__Host-staff=access; Max-Age=600; Path=/; Secure; HttpOnly; SameSite=Strict",
                "__Host-staff-refresh=refresh; Path=/; Secure; HttpOnly; SameSite=Strict",
            ]
        );
        assert!(!format!("{headers:?}").contains("refresh; "));
        assert_eq!(cleared().get_all(header::SET_COOKIE).iter().count(), 2);
        assert!(set(&mut headers, "a\nb", 600, "").is_err());
    }
}
