import './shim'
import { render } from './render'

// The gateway calls this global.
Object.assign(globalThis, { render })
