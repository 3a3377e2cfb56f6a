import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { BASE } from '~shared/api/http'
import { pageKind } from './page-kind'

/** Reports how fast pages appear and react, without personal data. */
export function reportVitals(pathname: string) {
  const page = pageKind(pathname)
  const report = ({ name, value }: Metric) =>
    void navigator.sendBeacon(`${BASE}/vitals`, new Blob([JSON.stringify({ name, value, page })], { type: 'application/json' }))
  for (const onMetric of [onLCP, onINP, onCLS, onTTFB, onFCP]) onMetric(report)
}
