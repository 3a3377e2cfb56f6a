// A Vite plugin that orders the tags of the built HTML documents for a fast first paint.
import type { Plugin } from 'vite'

const STYLE = /\s*<link rel="stylesheet"[^>]*>/
const FIRST_PRELOAD = /\s*<link rel="preload"/
const SCRIPT_TAG = /\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g
const MODULE_PRELOAD = /<link rel="modulepreload"( crossorigin)? href="([^"]+)">/g
const SCRIPTS_MARKER = '<!--scripts-->'

/**
 * Puts the style sheet in front, and the scripts at the end between two markers. If the gateway renders the first HTML of a page, it wraps
 * these scripts so that they wait for the first paint (`src/head-script`).
 */
export function documentOrder(): Plugin {
  return {
    name: 'document-order',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const style = STYLE.exec(html)?.[0]
        if (!style || !html.includes(SCRIPTS_MARKER)) throw new Error('index.html has no style sheet, or no place for its scripts')
        // The browser runs each script tag as a task. The entry and all its imports would be one long task, so each import gets a tag, and
        // the entry comes last, when its imports have run.
        const scripts = (html.match(SCRIPT_TAG) ?? []).map((tag) =>
          tag.replace(MODULE_PRELOAD, '<script type="module"$1 src="$2"></script>'),
        )
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
