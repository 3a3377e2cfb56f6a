// The entry of the script with which the gateway renders pages for guests. The gateway runs it in QuickJS, a small JavaScript engine.

import './shim'
import { render } from './render'

// The gateway calls this global function.
Object.assign(globalThis, { render })
