import type { Plugin } from 'vite'

const ADMIN = /^(?:\/(?:ru|en))?\/idare(?:[/?]|$)/

/** Serves the back office's document for its addresses, as the gateway does. */
export const adminDocument = (): Plugin => ({
  name: 'admin-document',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (request.url && ADMIN.test(request.url)) request.url = '/admin/index.html'
      next()
    })
  },
})
