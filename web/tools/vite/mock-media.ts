// A Vite plugin that serves the pictures of products for `npm run mock` and the preview server, where no gateway serves stored pictures.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin, ViteDevServer } from 'vite'

const DEFAULT_TONE: [string, string] = ['#fff1f4', '#fbc6d5']

/** The light and the deep colour of the background, by the tone in an address. */
const TONES: Record<string, [string, string]> = {
  rose: DEFAULT_TONE,
  sky: ['#f2f8ff', '#c5dcfa'],
  mint: ['#f0fbf5', '#c0ead2'],
  lilac: ['#f7f3ff', '#d9cbfa'],
  sand: ['#fbf6ee', '#ecdcc3'],
  peach: ['#fff5ec', '#fcd5b5'],
  lemon: ['#fffbe8', '#fae6a0'],
  pearl: ['#fafafa', '#dfe1e8'],
}

/** The width and height of a picture, in units of the SVG. */
const SIDE = 600

/** Returns the drawing of a product as a data URL, or empty if there is none. */
const pictureUrl = (code: string) => {
  const path = fileURLToPath(new URL(`../../mock-api/pictures/${code}.webp`, import.meta.url))
  return existsSync(path) ? `data:image/webp;base64,${readFileSync(path).toString('base64')}` : ''
}

/**
 * Draws an SVG for `/media/{tone}~{hue}~{main}~{companion}~{view}/640.webp`. `tone` is the background; `main` and `companion` name files in
 * `mock-api/pictures`; `hue` rotates the colours of `main`, in degrees; `view` is 0, 1 (close) or 2 (small).
 */
function draw(name: string) {
  const [tone = 'rose', hue = '0', main = '', companion = '', view = '0'] = decodeURIComponent(name).split('~')
  const [light, deep] = TONES[tone] ?? DEFAULT_TONE
  // The size and rotation of `main` in the three views.
  const [size, turn] = [[330, 0] as const, [440, -14] as const, [270, 10] as const][Number(view)] ?? [330, 0]
  const at = (SIDE - size) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}"><defs>
<radialGradient id="g" cx=".35" cy=".25" r="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${deep}"/></radialGradient>
<filter id="b"><feGaussianBlur stdDeviation="16"/></filter></defs><rect width="${SIDE}" height="${SIDE}" fill="url(#g)"/>
<ellipse cx="300" cy="${at + size}" rx="${size * 0.36}" ry="16" fill="#3a1022" opacity=".22" filter="url(#b)"/>
${companion && view !== '1' ? `<image href="${pictureUrl(companion)}" x="390" y="330" width="150" height="150" transform="rotate(12 465 405)"/>` : ''}
<image href="${pictureUrl(main)}" x="${at}" y="${at - 10}" width="${size}" height="${size}" style="filter:hue-rotate(${hue}deg)" transform="rotate(${turn} 300 300)"/></svg>`
}

const WORKER_FILE = fileURLToPath(new URL('../../mock-api/mockServiceWorker.js', import.meta.url))

/** Serves the pictures, and the service worker of the mock API. Both are served here, because they are not part of a build. */
function serve({ middlewares }: Pick<ViteDevServer, 'middlewares'>) {
  middlewares.use('/mockServiceWorker.js', (_request, response) => {
    response.setHeader('content-type', 'text/javascript').end(readFileSync(WORKER_FILE))
  })
  middlewares.use('/media', (request, response) => {
    // The rest of the address is the width, which an SVG does not need.
    const name = request.url?.split('/')[1] ?? ''
    response.setHeader('content-type', 'image/svg+xml').setHeader('cache-control', 'max-age=3600').end(draw(name))
  })
}

/** Serves the product pictures and the service worker of the mock API, for the development and the preview server. */
export const mockMedia = (): Plugin => ({ name: 'mock-media', configureServer: serve, configurePreviewServer: serve })
