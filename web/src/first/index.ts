import { rememberPress } from './pressed'

interface Kept {
  appBanner?: { state: { isHidden: boolean } }
}

/**
 * Neither a chosen theme nor a banner that was closed may flash. Without a choice the style sheet follows the system by itself. The keys
 * are those of `theme.ts` and `app-banner-store.ts`.
 */
function showAsChosen() {
  try {
    const { dataset } = document.documentElement
    const theme = localStorage.getItem('sovqat-theme')
    if (theme) dataset.theme = theme
    const kept = JSON.parse(localStorage.getItem('sovqat') ?? '{}') as Kept
    if (kept.appBanner?.state.isHidden) dataset.noBanner = ''
  } catch {
    // A storage that is forbidden or broken has nothing to say.
  }
}

/** Pictures that do not come keep nobody from using the page for longer. */
const AT_LATEST = 3000
/** Of the time that a finger does not notice. */
const SLICE = 5
/** Somebody is about to do something. */
const SIGNS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'scroll'] as const

/**
 * A page that came with its first HTML is whole without its scripts. They would be in the way of its pictures on a slow line, so they wait
 * in a box until all that is in sight has been painted, or somebody begins to act.
 */
function keepScripts() {
  const begin = () => {
    // Taken out while it is being read, it would leave the rest of the scripts behind.
    if (document.readyState === 'loading') return
    const box = document.querySelector<HTMLTemplateElement>('template#scripts')
    if (!box) return
    for (const sign of SIGNS) removeEventListener(sign, begin, true)
    box.remove()
    fetchInSlices(box.content)
  }
  for (const sign of SIGNS) addEventListener(sign, begin, { capture: true, passive: true })
  // What has loaded is painted in the next frame, which a hidden page does not get.
  addEventListener('load', () => requestAnimationFrame(() => setTimeout(begin)))
  addEventListener('DOMContentLoaded', () => setTimeout(begin, AT_LATEST))
}

function fetchInSlices(scripts: DocumentFragment) {
  const end = performance.now() + SLICE
  for (let script = scripts.firstElementChild; script; script = scripts.firstElementChild) {
    if (performance.now() > end) return void setTimeout(() => fetchInSlices(scripts))
    document.body.append(script)
  }
}

// Runs alone, before anything is painted; `tools/vite/first-script.ts` builds it.

showAsChosen()
rememberPress()
keepScripts()
