// Serves the pictures of products and the service worker of the mock API, where no gateway does.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin, ViteDevServer } from 'vite'

const DEFAULT_TONE: [string, string] = ['#fff1f4', '#fbc6d5']

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

const SIDE = 600
const MIDDLE = SIDE / 2

/** The main object in the views 0, 1 (close) and 2 (small): its side in pixels, and its turn in degrees. */
const FIRST_VIEW = { size: 330, turn: 0 }
const VIEWS = [FIRST_VIEW, { size: 440, turn: -14 }, { size: 270, turn: 10 }]
/** The close view has no place for a companion. */
const CLOSE_VIEW = 1

/** Raises the main object onto its shadow. */
const RAISED_BY = 10

/** The smaller second object, in the lower right of the picture. `x` and `y` are its upper left corner. */
const COMPANION = { x: 390, y: 330, size: 150, turn: 12 }

const pictureUrl = (code: string) => {
  const path = fileURLToPath(new URL(`../../mock-api/pictures/${code}.webp`, import.meta.url))
  return existsSync(path) ? `data:image/webp;base64,${readFileSync(path).toString('base64')}` : ''
}

/**
 * Draws `/media/{tone}~{hue}~{main}~{companion}~{view}/640.webp`. `main` and `companion` name files in `mock-api/pictures`; `hue` is in
 * degrees; `view` is an index of `VIEWS`.
 */
function draw(name: string) {
  const [tone = 'rose', hue = '0', main = '', companion = '', view = '0'] = decodeURIComponent(name).split('~')
  const [light, deep] = TONES[tone] ?? DEFAULT_TONE
  const { size, turn } = VIEWS[Number(view)] ?? FIRST_VIEW
  const corner = MIDDLE - size / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}"><defs>
<radialGradient id="g" cx=".35" cy=".25" r="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${deep}"/></radialGradient>
<filter id="b"><feGaussianBlur stdDeviation="16"/></filter></defs><rect width="${SIDE}" height="${SIDE}" fill="url(#g)"/>
<ellipse cx="${MIDDLE}" cy="${corner + size}" rx="${size * 0.36}" ry="16" fill="#3a1022" opacity=".22" filter="url(#b)"/>
${companion && Number(view) !== CLOSE_VIEW ? drawCompanion(companion) : ''}
<image href="${pictureUrl(main)}" x="${corner}" y="${corner - RAISED_BY}" width="${size}" height="${size}" style="filter:hue-rotate(${hue}deg)" transform="rotate(${turn} ${MIDDLE} ${MIDDLE})"/></svg>`
}

function drawCompanion(code: string) {
  const { x, y, size, turn } = COMPANION
  const [centreX, centreY] = [x + size / 2, y + size / 2]
  return `<image href="${pictureUrl(code)}" x="${x}" y="${y}" width="${size}" height="${size}" transform="rotate(${turn} ${centreX} ${centreY})"/>`
}

const WORKER_FILE = fileURLToPath(new URL('../../mock-api/mockServiceWorker.js', import.meta.url))

/** The service worker is not part of a build, so it is served here. */
function serve({ middlewares }: Pick<ViteDevServer, 'middlewares'>) {
  middlewares.use('/mockServiceWorker.js', (_request, response) => {
    response.setHeader('content-type', 'text/javascript').end(readFileSync(WORKER_FILE))
  })
  middlewares.use('/media', (request, response) => {
    // An SVG does not need the width in the address.
    const name = request.url?.split('/')[1] ?? ''
    response.setHeader('content-type', 'image/svg+xml').setHeader('cache-control', 'max-age=3600').end(draw(name))
  })
}

export const mockMedia = (): Plugin => ({ name: 'mock-media', configureServer: serve, configurePreviewServer: serve })
