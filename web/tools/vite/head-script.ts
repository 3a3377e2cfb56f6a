import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { buildSingleFile } from './single-file.ts'

const SOURCE = 'src/head-script/index.ts'

/** Builds the head script as a file that blocks the first paint, because the content security policy forbids inline scripts. */
export function headScript(): Plugin {
  let code = ''
  let name = ''
  return {
    name: 'head-script',
    async buildStart() {
      code = await buildSingleFile({ build: { rolldownOptions: { input: SOURCE } } })
      name = `assets/head-script-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url === `/${name}`) response.setHeader('content-type', 'text/javascript').end(code)
        else next()
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: name, source: code })
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${name}` }, injectTo: 'head-prepend' }],
  }
}
