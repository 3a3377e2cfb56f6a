import type { Locale } from '../../shared/i18n/locale.ts'
import type { Words } from './words.ts'

/** The characters of each font file. */
const RANGES: Record<string, string> = {
  latin: 'U+20-7E, U+A0-FF, U+131, U+2013-2026',
  az: 'U+11E, U+11F, U+130, U+15E, U+15F, U+18F, U+259',
  cyrillic: 'U+400-45F',
}

const fontFace = (file: string) => {
  const range = RANGES[file.match(/onest-([a-z]+)/)?.[1] ?? '']
  return `@font-face{font-family:Onest;font-weight:400 700;font-display:swap;src:url(/${file}) format('woff2')${range ? `;unicode-range:${range}` : ''}}`
}

/** Styles are inline, because the service worker caches only the page and its fonts. */
export const offlinePage = (locale: Locale, { shortName, offline }: Words, fonts: string[], logoSvg: string) => `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${offline.title} · ${shortName}</title>
<style>
${fonts.map(fontFace).join('\n')}
:root{color-scheme:light dark}
body{margin:0;min-height:100dvh;display:grid;place-items:center;background:light-dark(#fffaf7,#181215);color:light-dark(#24161b,#f7eff1);font:1rem/1.5 Onest,system-ui,sans-serif}
main{max-width:26rem;padding:2rem;text-align:center}
svg{width:4rem}
h1{margin:1.25rem 0 .5rem;font-size:1.5rem;line-height:1.15;font-weight:650;letter-spacing:-.018em}
p{margin:0 0 1.75rem;color:light-dark(#6b575e,#bfaeb5)}
a{display:inline-flex;min-height:3.25rem;align-items:center;padding:0 1.5rem;border-radius:1rem;background:light-dark(#b8144f,#d2336f);color:#fff;font-weight:600;text-decoration:none}
a:focus-visible{outline:2.5px solid light-dark(#b0124b,#ff9fbf);outline-offset:2px}
</style>
</head>
<body>
<main>
${logoSvg.replace('<svg ', '<svg aria-hidden="true" ').trim()}
<h1>${offline.title}</h1>
<p>${offline.text}</p>
<a href="">${offline.retry}</a>
</main>
</body>
</html>
`
