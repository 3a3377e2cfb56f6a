//! Renders every message in every language, with values that try to inject HTML.

use super::*;

const INJECTION: &str = "<script>alert('x')</script> & \"co\"";

fn example(name: &str) -> Option<&'static str> {
    match name {
        "code" => Some("1234"),
        "link" => Some("https://sovqat.az/giris?sifirla=abc&x=1"),
        "date" => Some("2026-12-21"),
        "email" => Some("a@example.com"),
        "path" => Some("/profil"),
        "unsubscribe" => Some("https://sovqat.az/bildiris/imtina?token=abc"),
        "ticket" => Some("MR-7K4M-29"),
        "subject" | "name" | "text" | "title" | "device" => Some(INJECTION),
        _ => None,
    }
}

fn all_messages() -> impl Iterator<Item = (Template, Language)> {
    Template::ALL.into_iter().flat_map(|template| Language::ALL.map(|language| (template, language)))
}

#[test]
fn every_message_can_be_rendered_in_every_language() {
    for (template, language) in all_messages() {
        let name = format!("{} in {}", template.key(), language.code());
        match render(template, language, example).unwrap_or_else(|error| panic!("{name}: {error}")) {
            Content::Sms(text) => {
                // A code fits one part also outside the SMS alphabet (70 characters instead of 160).
                let longest = if template == Template::Code { 70 } else { 160 };
                assert!(!text.contains("{{") && text.chars().count() <= longest, "{name} is too long: {text}");
            }
            Content::Push { title, link, language: shown_in, .. } => {
                assert_eq!(
                    (title.as_str(), link.as_str(), shown_in),
                    (INJECTION, "/profil", language.code()),
                    "{name}"
                );
            }
            Content::Email { subject, text, html } => {
                assert!(!subject.is_empty() && !subject.contains('\n') && !text.is_empty(), "{name}");
                assert!(html.contains(&format!("<html lang=\"{}\">", language.code())), "{name}");
                // The shop's colour.
                assert!(html.contains("#C2185B") && !html.contains("<script"), "{name}");
                assert!(!html.contains("{{") && !text.contains("{{"), "{name}");
                assert_eq!(html.matches("<table").count(), html.matches("</table>").count(), "{name}");
            }
        }
    }
}

#[test]
fn templates_use_exactly_their_declared_values() {
    for (template, language) in all_messages() {
        let Files { text, html } = files(template, language);
        let name = format!("{} in {}", template.key(), language.code());
        for (required, _) in template.values() {
            let placeholder = format!("{{{{{required}}}}}");
            assert!(text.contains(&placeholder), "{name} lacks `{required}` in its text");
            assert!(html.is_empty() || html.contains(&placeholder), "{name} lacks `{required}` in its HTML");
            let without = |placeholder: &str| if placeholder == *required { None } else { example(placeholder) };
            assert_eq!(render(template, language, without).err(), Some(TemplateError::Unknown((*required).to_owned())));
        }
    }
}

#[test]
fn mail_has_at_most_one_button_and_a_visible_link() {
    for (template, language) in all_messages().filter(|(template, _)| !template.is_sms() && *template != Template::Push)
    {
        let Files { html, .. } = files(template, language);
        let has_link = template.values().iter().any(|(name, _)| *name == "link");
        assert_eq!(html.matches("background:#C2185B").count(), usize::from(has_link), "{}", template.key());
        assert_eq!(html.matches(">{{link}}</a>").count(), usize::from(has_link), "{}", template.key());
    }
}

#[test]
fn code_fits_one_gsm_sms_in_azerbaijani() {
    let Ok(Content::Sms(text)) = render(Template::Code, Language::Az, example) else { panic!("no SMS") };
    assert_eq!(text, "Sovqat: 1234 tesdiq kodudur. Kodu hec kime vermeyin");
    assert!(crate::domain::gsm::is_gsm(&text));
}

#[test]
fn mail_has_a_readable_text_and_html() {
    let Ok(Content::Email { subject, text, html }) = render(Template::AccountDeletion, Language::Az, example) else {
        panic!("not a mail")
    };
    assert_eq!(subject, "Hesabınız silinəcək");
    insta::assert_snapshot!(text, @r"
    Sizin istəyinizlə Sovqat hesabınız bu tarixdə silinəcək: 21 dekabr 2026. Bununla birlikdə bütün şəxsi məlumatlarınız da silinəcək.

    Fikrinizi dəyişsəniz, həmin tarixə qədər hesabınıza daxil olub onu saxlaya bilərsiniz.

    Hesabı saxla:
    https://sovqat.az/giris?sifirla=abc&x=1

    Bunu siz istəməmisinizsə, hesabınıza daxil olun, şifrənizi dəyişin və bu məktuba cavab yazın.

    Hörmətlə,
    Sovqat
    ");
    insta::assert_snapshot!(html, @r#"
    <!doctype html>
    <html lang="az">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Hesabınız silinəcək</title>
    </head>
    <body style="margin:0;padding:0;background:#fdf3f7">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#fdf3f7">
      <tr>
        <td align="center" style="padding:32px 16px">
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:16px;font-family:Arial,Helvetica,sans-serif">
            <tr>
              <td style="padding:28px 32px 0;font-size:24px;line-height:32px;font-weight:700;color:#C2185B">Sovqat</td>
            </tr>
            <tr>
              <td style="padding:20px 32px 28px;font-size:16px;line-height:24px;color:#2b2027">
    <h1 style="margin:0 0 16px;font-size:22px;line-height:30px;color:#2b2027">Hesabınız silinəcək</h1>
    <p style="margin:0 0 16px">Sizin istəyinizlə Sovqat hesabınız bu tarixdə silinəcək: 21 dekabr 2026. Bununla birlikdə bütün şəxsi məlumatlarınız da silinəcək.</p>
    <p style="margin:0 0 16px">Fikrinizi dəyişsəniz, həmin tarixə qədər hesabınıza daxil olub onu saxlaya bilərsiniz.</p>
    <table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px">
      <tr>
        <td style="border-radius:10px;background:#C2185B">
          <a href="https://sovqat.az/giris?sifirla=abc&amp;x=1" style="display:inline-block;padding:14px 28px;color:#ffffff;font-weight:700;text-decoration:none">Hesabı saxla</a>
        </td>
      </tr>
    </table>
    <p style="margin:0 0 16px;font-size:13px;line-height:20px;color:#6b5a63">
      Düymə açılmırsa, bu ünvanı brauzerə köçürün:<br>
      <a href="https://sovqat.az/giris?sifirla=abc&amp;x=1" style="color:#C2185B;word-break:break-all">https://sovqat.az/giris?sifirla=abc&amp;x=1</a>
    </p>
    <p style="margin:0;font-size:13px;line-height:20px;color:#6b5a63">Bunu siz istəməmisinizsə, hesabınıza daxil olun, şifrənizi dəyişin və bu məktuba cavab yazın.</p>
              </td>
            </tr>
          </table>
          <p style="max-width:456px;margin:20px 0 0;font-family:Arial,Helvetica,sans-serif;font-size:12px;line-height:18px;color:#6b5a63">Sovqat: evə gələn hədiyyə. Sualınız varsa, bu məktuba cavab yazın.</p>
        </td>
      </tr>
    </table>
    </body>
    </html>
    "#);
}
