import { Boxes } from 'lucide-react'
import { Link } from 'react-router'
import { useT } from '~shared/i18n/context'
import { wholesalePaths } from '~shared/lib/paths'

/** For customers of a product who need larger amounts. */
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
