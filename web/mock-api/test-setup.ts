import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { computedStyle } from './computed-style'
import { server } from './server'
import { resetState } from './state'

// The timeout is an upper bound for slow machines, for example while they compile the services.
configure({ asyncUtilTimeout: 10_000 })

// jsdom has no layout, so it cannot scroll. It also has no modal dialogs.
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
// All test files of a worker share one window and the loaded packages. Whatever a file may leave behind is removed, so that the next one
// starts with fresh modules of the app.
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
