//! Injection attacks are in `tests/it/hostile_texts.rs`.

use insta::assert_snapshot;
use proptest::prelude::*;

use super::*;

fn html(markdown: &str) -> String {
    render(markdown, Split::Headings, Language::Az).html
}

#[test]
fn markdown_is_rendered_as_html() {
    let markdown =
        "Salam, **dost** və *qonaq*.\n\n- bir\n- iki\n\n3. üç\n4. dörd\n\n> söz\n\n`kod`\\\nyeni sətir\n\n---\n";
    assert_snapshot!(html(markdown), @r#"
    <p>Salam, <strong>dost</strong> və <em>qonaq</em>.</p>
    <ul>
    <li>bir</li>
    <li>iki</li>
    </ul>
    <ol start="3">
    <li>üç</li>
    <li>dörd</li>
    </ol>
    <blockquote>
    <p>söz</p>
    </blockquote>
    <p><code>kod</code><br>
    yeni sətir</p>
    <hr>
    "#);
}

#[test]
fn tables_are_rendered() {
    assert_snapshot!(html("| Zona | Qiymət |\n|---|--:|\n| Bakı | 3 ₼ |\n"), @r#"
    <table>
    <thead>
    <tr><th scope="col">Zona</th><th scope="col">Qiymət</th></tr>
    </thead>
    <tbody>
    <tr><td>Bakı</td><td>3 ₼</td></tr>
    </tbody>
    </table>
    "#);
}

#[test]
fn disallowed_links_become_text() {
    let markdown = "[sual](/faq) [ƏDV](https://edvgerial.az) <salam@sovqat.az> [x](javascript:alert) ![şəkil](/a.png)";
    let document = render(markdown, Split::Headings, Language::En);
    assert_snapshot!(document.html, @r#"<p><a href="/en/faq">sual</a> <a href="https://edvgerial.az" rel="noopener noreferrer">ƏDV</a> <a href="mailto:salam@sovqat.az">salam@sovqat.az</a> x şəkil</p>"#);
}

#[test]
fn heading_ids_are_unique_and_explicit_ids_are_kept() {
    let document = render("# Bir\n\n## Bir\n\n## İki {#two}\n\n## *Üç*\n\n## !\n", Split::Headings, Language::Az);
    let ids: Vec<_> = document.sections.iter().map(|section| section.id.as_str()).collect();
    assert_eq!(ids, ["s-bir", "s-bir-2", "s-two", "s-uc", "s-bolme"]);
    assert_snapshot!(document.html, @r#"
    <h2 id="s-bir">Bir</h2>
    <h2 id="s-bir-2">Bir</h2>
    <h2 id="s-two">İki</h2>
    <h2 id="s-uc"><em>Üç</em></h2>
    <h2 id="s-bolme">!</h2>
    "#);
}

#[test]
fn section_has_everything_under_its_heading() {
    let document = render("Giriş.\n\n## A\n\nBir.\n\n### B\n\nİki.\n\n## C\n", Split::Headings, Language::Az);
    let sections: Vec<_> =
        document.sections.iter().map(|section| (section.title.as_str(), section.html.as_str())).collect();
    assert_eq!(sections, [("A", "<p>Bir.</p>\n<h3 id=\"s-b\">B</h3>\n<p>İki.</p>\n"), ("C", "")]);
}

#[test]
fn questions_are_grouped() {
    let markdown = "## Ödəniş\n\nBir söz.\n\n### Kartla?\n\nBəli.\n\n#### Hansı?\n\nHamısı.\n\n## Çatdırılma\n\n### Nə vaxt?\n\nBu gün.\n";
    let document = render(markdown, Split::Questions, Language::Az);
    let questions: Vec<_> =
        document.sections.iter().map(|section| (section.group.as_str(), section.title.as_str())).collect();
    assert_eq!(questions, [("Ödəniş", "Kartla?"), ("Çatdırılma", "Nə vaxt?")]);
    assert!(document.sections[0].html.ends_with("<h4 id=\"s-hansi\">Hansı?</h4>\n<p>Hamısı.</p>\n"));
}

#[test]
fn heading_in_a_quotation_does_not_split_it() {
    assert_snapshot!(html("> ## A\n>\n> b\n"), @r"
    <blockquote>
    <p><strong>A</strong></p>
    <p>b</p>
    </blockquote>
    ");
}

/// Random sequences of Markdown syntax.
fn any_markdown() -> impl Strategy<Value = String> {
    let pieces = [
        "## ",
        "### ",
        "> ",
        "- ",
        "1. ",
        "    ",
        "|",
        "|---|",
        "\n",
        "\n\n",
        "`",
        "```",
        "*",
        "**",
        "[",
        "](",
        ")",
        "<b>",
        "<!--",
        "-->",
        "<script>",
        "</p>",
        "\"",
        "'",
        "&lt;",
        "{#x}",
        "![",
        "<a@b.az>",
        "https://a.az",
        "\\",
        "x",
        "ə",
    ];
    proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn tags_are_balanced_in_the_page_and_in_each_section(markdown in any_markdown()) {
        for split in [Split::Headings, Split::Questions] {
            let document = render(&markdown, split, Language::Ru);
            prop_assert!(is_balanced(&document.html), "{}", document.html);
            for section in document.sections {
                prop_assert!(is_balanced(&section.html), "{}", section.html);
            }
        }
    }
}

/// Whether every opened tag is closed, in the right order.
fn is_balanced(html: &str) -> bool {
    let mut open = Vec::new();
    for tag in html.split('<').skip(1).filter_map(|rest| rest.split('>').next()) {
        let name = tag.split(' ').next().unwrap_or_default();
        match name.strip_prefix('/') {
            Some(name) if open.pop() != Some(name) => return false,
            None if !matches!(name, "br" | "hr") => open.push(name),
            _ => {}
        }
    }
    open.is_empty()
}
