// Measures how fast pages are shown and react (web vitals), for the gateway's metrics.

import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { BASE } from '~shared/api/http'
import { pageKind } from './page-kind'

/** Reports the web vitals of the opened page to the gateway, without personal data. */
export function reportVitals(pathname: string) {
  const page = pageKind(pathname)
  const report = ({ name, value }: Metric) =>
    void navigator.sendBeacon(`${BASE}/vitals`, new Blob([JSON.stringify({ name, value, page })], { type: 'application/json' }))
  for (const onMetric of [onLCP, onINP, onCLS, onTTFB, onFCP]) onMetric(report)
}
