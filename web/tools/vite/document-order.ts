import type { Plugin } from 'vite'

const STYLE = /\s*<link rel="stylesheet"[^>]*>/
const FIRST_PRELOAD = /\s*<link rel="preload"/
const SCRIPT = /\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g
const IMPORTED = /<link rel="modulepreload"( crossorigin)? href="([^"]+)">/g
const SCRIPTS = '<!--scripts-->'

/**
 * Puts the resources of the first paint in front. Scripts are at the end between two markers; on a page with first HTML, the gateway wraps
 * them so that they wait for the paint (`src/head-script`).
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
        // Separate script tags, each its own task: the entry with all its imports would be one long task.
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
