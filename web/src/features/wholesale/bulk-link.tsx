import { Boxes } from 'lucide-react'
import { Link } from 'react-router'
import { useT } from '~shared/i18n/context'
import { wholesalePaths } from '~shared/lib/paths'

/** Links to the wholesale form, for customers who need more of a product. */
export default function BulkLink({ slug }: { slug: string }) {
  const t = useT()
  return (
    <Link
      to={wholesalePaths.form(slug)}
      className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold text-accent-text hover:underline"
    >
      <Boxes aria-hidden className="size-5" />
      {t('deferred.closer.bulk')}
    </Link>
  )
}
