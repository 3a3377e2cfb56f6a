// Draws the app icons from the logo. Run after a change of the logo: `node tools/icons/draw.mjs && python3 tools/icons/pack.py`.
import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'

const at = (path) => new URL(`../../${path}`, import.meta.url)
const MARK = readFileSync(at('public/favicon.svg'), 'utf8')
const GROUND = '#B8144F'
// A phone may crop a maskable icon to a circle of 80 % of its width.
const SAFE_ZONE = 0.72

const ICONS = [
  { file: 'icon-192', size: 192 },
  { file: 'icon-512', size: 512 },
  { file: 'icon-maskable-192', size: 192, scale: SAFE_ZONE },
  { file: 'icon-maskable-512', size: 512, scale: SAFE_ZONE },
  // The phone would show transparent corners in black.
  { file: 'apple-touch-icon', size: 180, scale: 0.9 },
]

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
const page = await browser.newPage()
for (const { file, size, scale } of ICONS) {
  await page.setViewportSize({ width: size, height: size })
  const side = Math.round(size * (scale ?? 1))
  await page.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${scale ? GROUND : 'transparent'}">
     <div style="width:${side}px;height:${side}px;display:grid">${MARK}</div></body>`,
  )
  await page.screenshot({ path: at(`public/${file}.png`).pathname, omitBackground: true })
}
await browser.close()
