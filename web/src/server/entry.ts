// The script with which the gateway renders pages, in the JavaScript engine QuickJS.

import './shim'
import { render } from './render'

// The gateway calls this global function.
Object.assign(globalThis, { render })
