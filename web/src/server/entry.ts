import './shim'
import { render } from './render'

// The gateway calls the global function `render`.
Object.assign(globalThis, { render })
