import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

// Runs before the first paint, so that neither a chosen theme nor a banner that was closed flashes. Without a choice the style sheet follows
// the system by itself. The keys are those of `theme.ts` and `app-banner-store.ts`.
const CODE =
  `try{var d=document.documentElement.dataset,s=localStorage,t=s.getItem("sovqat-theme");if(t)d.theme=t;` +
  `if(JSON.parse(s.getItem("sovqat")).appBanner.state.isHidden)d.noBanner=""}catch(e){}`
const NAME = `assets/theme-${createHash('sha256').update(CODE).digest('hex').slice(0, 8)}.js`

/** A blocking external script in the head: the content security policy allows no inline one. */
export function themeScript(): Plugin {
  return {
    name: 'theme-script',
    configureServer(server) {
      server.middlewares.use(`/${NAME}`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(CODE)
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: NAME, source: CODE })
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${NAME}` }, injectTo: 'head-prepend' }],
  }
}
