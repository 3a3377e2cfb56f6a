// The mock API in unit tests. A test can replace single handlers with `server.use`; `test-setup.ts` resets them.
import { setupServer } from 'msw/node'
import { handlers } from './handlers/all'

export const server = setupServer(...handlers)
