import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { server } from './server'
import { resetState } from './state'

// A machine that compiles the services meanwhile is slow; what never comes is still found out.
configure({ asyncUtilTimeout: 10_000 })

// jsdom has no modal dialogs yet.
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
afterAll(() => server.close())
