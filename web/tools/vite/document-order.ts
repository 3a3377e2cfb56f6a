import type { Plugin } from 'vite'

const STYLE = /\s*<link rel="stylesheet"[^>]*>/
const FIRST_PRELOAD = /\s*<link rel="preload"/
const SCRIPT_TAG = /\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g
const MODULE_PRELOAD = /<link rel="modulepreload"( crossorigin)? href="([^"]+)">/g
const SCRIPTS_MARKER = '<!--scripts-->'

/** Puts the style sheet first, and the scripts between two markers at the end, so that the gateway can defer them (`src/head-script`). */
export function documentOrder(): Plugin {
  return {
    name: 'document-order',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const style = STYLE.exec(html)?.[0]
        if (!style || !html.includes(SCRIPTS_MARKER)) throw new Error('index.html has no style sheet, or no place for its scripts')
        // The browser runs each script tag as a task, so each import gets a tag. The entry comes last, when its imports have run.
        const scripts = (html.match(SCRIPT_TAG) ?? []).map((tag) =>
          tag.replace(MODULE_PRELOAD, '<script type="module"$1 src="$2"></script>'),
        )
        // Vite writes the entry first.
        const [entry = '', ...imported] = scripts
        return html
          .replaceAll(SCRIPT_TAG, '')
          .replace(STYLE, '')
          .replace(FIRST_PRELOAD, (preload) => style + preload)
          .replace(SCRIPTS_MARKER, () => `${SCRIPTS_MARKER}${imported.join('')}${entry}<!--/scripts-->`)
      },
    },
  }
}
