//! The inbox as a page without scripts and other files, as the Content-Security-Policy requires.

use std::fmt::Write as _;

use super::Message;
use crate::escape::Html;

/// The beginning of the page. It reloads every five seconds.
const HEAD: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"5\">\
    <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"robots\" content=\"noindex\"><title>Inbox</title><style>\
    body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif;color:#222;background:#faf7f8}\
    h1{font-size:1.4rem;color:#c2185b}article{margin:1rem 0;padding:1rem;border-radius:.75rem;background:#fff;box-shadow:0 1px 4px #0002}\
    header{display:flex;flex-wrap:wrap;gap:.25rem .75rem;color:#666;font-size:.875rem}h2{margin:.25rem 0;font-size:1rem}\
    p{margin:.25rem 0 0;white-space:pre-wrap;overflow-wrap:anywhere}a{color:#c2185b}\
    </style></head><body><h1>Inbox</h1>";
const EMPTY: &str = "<p>Nothing was sent yet.</p>";

pub fn render(messages: &[Message]) -> String {
    let mut page = HEAD.to_owned();
    if messages.is_empty() {
        page.push_str(EMPTY);
    }
    for message in messages {
        add_message(&mut page, message);
    }
    page.push_str("</body></html>\n");
    page
}

/// Writes one message.
fn add_message(page: &mut String, Message { to, channel, subject, text, at }: &Message) {
    let (to, at) = (Html(to), at.format("%F %T UTC"));
    let _ = write!(page, "<article><header><b>{channel}</b><span>{to}</span><time>{at}</time></header>");
    if !subject.is_empty() {
        let _ = write!(page, "<h2>{}</h2>", Html(subject));
    }
    page.push_str("<p>");
    for piece in text.split_inclusive(char::is_whitespace) {
        add_word(page, piece);
    }
    page.push_str("</p></article>");
}

/// Adds a word with the space after it; links become clickable.
fn add_word(page: &mut String, piece: &str) {
    let word = piece.trim_end();
    let is_link = word.starts_with("http://") || word.starts_with("https://");
    let _ = if is_link {
        write!(page, "<a href=\"{0}\">{0}</a>{1}", Html(word), &piece[word.len()..])
    } else {
        write!(page, "{}", Html(piece))
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_texts_are_escaped_and_links_are_clickable() {
        let message = Message {
            to: "a@example.com".into(),
            channel: "email".into(),
            subject: "<b>Hello</b>".into(),
            text: "Set a password:\nhttps://sovqat.example/giris?a=1&b=\"2\"\n<script>alert(1)</script>".into(),
            at: chrono::DateTime::UNIX_EPOCH,
        };
        let page = render(&[message]);
        let (_, article) = page.split_once("<article>").unwrap();
        insta::assert_snapshot!(article.trim_end(), @r#"
        <header><b>email</b><span>a@example.com</span><time>1970-01-01 00:00:00 UTC</time></header><h2>&lt;b&gt;Hello&lt;/b&gt;</h2><p>Set a password:
        <a href="https://sovqat.example/giris?a=1&amp;b=&quot;2&quot;">https://sovqat.example/giris?a=1&amp;b=&quot;2&quot;</a>
        &lt;script&gt;alert(1)&lt;/script&gt;</p></article></body></html>
        "#);
    }
}
