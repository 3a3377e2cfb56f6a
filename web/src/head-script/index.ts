// Runs in the head of every document, before the first paint.

import { recordPress } from './pressed'

interface StoredSections {
  appBanner?: { state: { isHidden: boolean } }
}

/** Applies the chosen theme and hides a closed banner. The keys are those of `theme-toggle.tsx` and `flags.ts`. */
function applyStoredChoices() {
  try {
    const { dataset } = document.documentElement
    const theme = localStorage.getItem('sovqat-theme')
    if (theme) dataset.theme = theme
    const stored = JSON.parse(localStorage.getItem('sovqat') ?? '{}') as StoredSections
    if (stored.appBanner?.state.isHidden) dataset.noBanner = ''
  } catch {
    // Storage is forbidden or broken.
  }
}

/** Scripts start after this time even if pictures are still loading. */
const MAX_DELAY_MS = 3000
/** How long one task adds scripts: short enough not to delay input. */
const SLICE_MS = 5
const INTERACTIONS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'scroll'] as const

/**
 * A rendered page is complete without scripts, which would delay its pictures. So they wait until everything visible is painted, or until
 * the visitor interacts.
 */
function deferScripts() {
  const begin = () => {
    // The parser is still reading the template, and removing it would lose the scripts that follow.
    if (document.readyState === 'loading') return
    const template = document.querySelector<HTMLTemplateElement>('template#scripts')
    if (!template) return
    for (const type of INTERACTIONS) removeEventListener(type, begin, true)
    template.remove()
    fetchInSlices(template.content)
  }
  for (const type of INTERACTIONS) addEventListener(type, begin, { capture: true, passive: true })
  // One frame after `load`, everything is painted. A hidden page gets no frame, so a timer starts the scripts as well.
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

applyStoredChoices()
recordPress()
deferScripts()
