import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { computedStyle } from './computed-style'
import { listenForPresses, takePresses } from './presses'
import { server } from './server'
import { resetState } from './state'

// This is an upper bound for slow machines.
configure({ asyncUtilTimeout: 10_000 })

window.getComputedStyle = computedStyle
// jsdom has no layout, so it cannot scroll.
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}

// jsdom has no modal dialogs. As in browsers, a dialog takes the focus, returns it, and closes on Escape.
interface OpenDialog {
  focusedBefore: Element | null
  onKeyDown: (event: KeyboardEvent) => void
}
const openDialogs = new WeakMap<HTMLDialogElement, OpenDialog>()
const isFocusable = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement && element.tabIndex >= 0 && !element.hasAttribute('disabled') && element.getAttribute('type') !== 'hidden'
const isTopmost = (dialog: HTMLDialogElement) => [...document.getElementsByTagName('dialog')].findLast(({ open }) => open) === dialog
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || !isTopmost(this)) return
      this.close()
      this.dispatchEvent(new Event('close'))
    }
    openDialogs.set(this, { focusedBefore: document.activeElement, onKeyDown })
    document.addEventListener('keydown', onKeyDown)
    this.open = true
    Array.from(this.getElementsByTagName('*')).find(isFocusable)?.focus()
  },
  close(this: HTMLDialogElement) {
    this.open = false
    const opened = openDialogs.get(this)
    if (!opened) return
    document.removeEventListener('keydown', opened.onKeyDown)
    if (opened.focusedBefore instanceof HTMLElement && opened.focusedBefore.isConnected) opened.focusedBefore.focus()
  },
})

listenForPresses()

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(({ task }) => {
  const presses = takePresses()
  if (presses) task.meta.presses = presses
  cleanup()
  server.resetHandlers()
  resetState()
  localStorage.clear()
  sessionStorage.clear()
})
// Test files of a worker share the window, so this removes what a file leaves behind.
afterAll(() => {
  server.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.head.replaceChildren()
  document.body.replaceChildren()
  document.documentElement.removeAttribute('lang')
  history.replaceState(null, '', '/')
  vi.resetModules()
})
