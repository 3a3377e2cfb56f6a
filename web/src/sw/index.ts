// The service worker: offline pages and push notifications.
import './push'
import { servesOffline } from './offline'

servesOffline()
