// The service worker: offline pages and push notifications.
import './push'
import { serveOffline } from './offline'

serveOffline()
