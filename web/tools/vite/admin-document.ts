import type { Plugin } from 'vite'

/** Addresses of the back office. Invitations to the staff (`/devet`) are pages of the shop. */
const ADMIN = /^(?:\/(?:ru|en))?\/idare(?:[/?]|$)/

/** Serves the document of the back office in development, as the gateway does. */
export const adminDocument = (): Plugin => ({
  name: 'admin-document',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (request.url && ADMIN.test(request.url)) request.url = '/admin/index.html'
      next()
    })
  },
})
