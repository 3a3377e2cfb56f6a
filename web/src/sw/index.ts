// The service worker: what happens without a line, and what comes while the shop is not open.
import './push'
import { servesOffline } from './offline'

servesOffline()
