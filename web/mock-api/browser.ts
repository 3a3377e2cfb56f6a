import { setupWorker } from 'msw/browser'
import { handlers } from './handlers/all'

export const startMock = () => setupWorker(...handlers).start({ onUnhandledRequest: 'bypass', quiet: true })
