import { Share2 } from 'lucide-react'
import { useT } from '~shared/i18n/context'
import { share } from '~/lib/share'
import { IconButton } from '~shared/ui/icon-button'
import { toast } from '~shared/ui/toast-store'

/** The address without what was chosen or tracked on the way here. */
const here = () => location.origin + location.pathname

export function ShareButton({ name }: { name: string }) {
  const t = useT()
  const act = async () => {
    try {
      if ((await share(name, here())) === 'copied') toast.good(t('product.linkCopied'))
    } catch {
      toast.bad(t('common.failure.unknown'))
    }
  }
  return (
    <IconButton label={t('product.share')} onClick={() => void act()} className="rounded-full! text-muted hover:text-accent-text">
      <Share2 aria-hidden className="size-5" />
    </IconButton>
  )
}
