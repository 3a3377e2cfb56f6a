import type { Plugin } from 'vite'

const STYLE = /\s*<link rel="stylesheet"[^>]*>/
const FIRST_PRELOAD = /\s*<link rel="preload"/
const SCRIPT = /<(script type="module"|link rel="modulepreload")/g

/** What a page is painted with is asked for first: the document is whole without its scripts, which have time until somebody acts. */
export function headOrder(): Plugin {
  return {
    name: 'head-order',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const style = STYLE.exec(html)?.[0]
        if (!style) throw new Error('index.html has no style sheet')
        return html
          .replace(STYLE, '')
          .replace(FIRST_PRELOAD, (preload) => style + preload)
          .replaceAll(SCRIPT, '<$1 fetchpriority="low"')
      },
    },
  }
}
