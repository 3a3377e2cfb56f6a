import './shim'
import { render } from './render'

// The gateway calls it by this name.
Object.assign(globalThis, { render })
