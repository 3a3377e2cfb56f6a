import type { Plugin } from 'vite'

const STYLE = /\s*<link rel="stylesheet"[^>]*>/
const FIRST_PRELOAD = /\s*<link rel="preload"/
const SCRIPT = /\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g
const IMPORTED = /<link rel="modulepreload"( crossorigin)? href="([^"]+)">/g
const SCRIPTS = '<!--scripts-->'

/**
 * What a page is painted with is asked for first. Its scripts stand at the end, between two marks: where the gateway has written the
 * page's first HTML, it keeps them until that has been painted (`src/first`).
 */
export function documentOrder(): Plugin {
  return {
    name: 'document-order',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const style = STYLE.exec(html)?.[0]
        if (!style || !html.includes(SCRIPTS)) throw new Error('index.html has no style sheet, or no place for its scripts')
        // Each runs in a task of its own: with all its imports, the entry would be a long one.
        const scripts = (html.match(SCRIPT) ?? []).map((tag) => tag.replace(IMPORTED, '<script type="module"$1 src="$2"></script>'))
        const [entry = '', ...imported] = scripts
        return html
          .replaceAll(SCRIPT, '')
          .replace(STYLE, '')
          .replace(FIRST_PRELOAD, (preload) => style + preload)
          .replace(SCRIPTS, () => `${SCRIPTS}${imported.join('')}${entry}<!--/scripts-->`)
      },
    },
  }
}
