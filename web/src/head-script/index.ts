import { recordPress } from './pressed'

interface StoredSections {
  appBanner?: { state: { isHidden: boolean } }
}

/**
 * Applies the chosen theme and hides a closed banner before the first paint. Without a choice, the style sheet follows the system. The keys
 * are those of `theme-toggle.tsx` and `flags.ts`.
 */
function applyStoredChoices() {
  try {
    const { dataset } = document.documentElement
    const theme = localStorage.getItem('sovqat-theme')
    if (theme) dataset.theme = theme
    const stored = JSON.parse(localStorage.getItem('sovqat') ?? '{}') as StoredSections
    if (stored.appBanner?.state.isHidden) dataset.noBanner = ''
  } catch {
    // Storage is forbidden or broken, so the defaults stay.
  }
}

/** Scripts start after this time even if pictures are still loading. */
const MAX_DELAY_MS = 3000
/** Work per task; short enough not to delay input. */
const SLICE_MS = 5
/** Events that show that the visitor starts to interact. */
const INTERACTIONS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'scroll'] as const

/**
 * A page with first HTML is complete without scripts, which on a slow connection would delay its pictures. So scripts wait in a template
 * until everything visible is painted or the visitor interacts.
 */
function deferScripts() {
  const begin = () => {
    // The parser is still reading the template; removing it now would lose the scripts that follow.
    if (document.readyState === 'loading') return
    const template = document.querySelector<HTMLTemplateElement>('template#scripts')
    if (!template) return
    for (const type of INTERACTIONS) removeEventListener(type, begin, true)
    template.remove()
    fetchInSlices(template.content)
  }
  for (const type of INTERACTIONS) addEventListener(type, begin, { capture: true, passive: true })
  // A frame after `load` everything is painted; hidden pages get no frame.
  addEventListener('load', () => requestAnimationFrame(() => setTimeout(begin)))
  addEventListener('DOMContentLoaded', () => setTimeout(begin, MAX_DELAY_MS))
}

function fetchInSlices(scripts: DocumentFragment) {
  const end = performance.now() + SLICE_MS
  for (let script = scripts.firstElementChild; script; script = scripts.firstElementChild) {
    if (performance.now() > end) return void setTimeout(() => fetchInSlices(scripts))
    document.body.append(script)
  }
}

// This file is built separately by `tools/vite/head-script.ts`, and runs before the first paint.

applyStoredChoices()
recordPress()
deferScripts()
