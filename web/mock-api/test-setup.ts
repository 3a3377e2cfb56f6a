import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { computedStyle } from './computed-style'
import { server } from './server'
import { resetState } from './state'

// An upper bound: a machine that compiles the services meanwhile is slow.
configure({ asyncUtilTimeout: 10_000 })

// What jsdom lacks: it has no layout, so nothing can be scrolled to, and no modal dialogs.
window.getComputedStyle = computedStyle
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
  },
})

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  cleanup()
  server.resetHandlers()
  resetState()
  localStorage.clear()
  sessionStorage.clear()
})
// All files of a worker share one window and the packages that were loaded. Everything a file can leave behind is removed, so that
// each file starts with its own instances of the app's modules, whatever ran before it.
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
