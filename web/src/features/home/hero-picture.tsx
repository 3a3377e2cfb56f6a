import { HERO_SIZES } from '~/lib/picture-sizes'
import { illustrationOf, isUploaded } from '~shared/features/home/illustrations'
import { Picture } from '~shared/ui/picture'

/** The picture that staff have chosen for the hero. */
export default function HeroPicture({ picture }: { picture: string }) {
  if (isUploaded(picture))
    return (
      // Uploads keep their ratio, so a fixed one reserves the space before the picture loads.
      <Picture
        src={picture}
        alt=""
        sizes={HERO_SIZES}
        eager
        className="aspect-4/3 h-full w-full object-cover sm:max-lg:mt-8 sm:max-lg:aspect-2/1"
      />
    )
  return <img src={illustrationOf(picture)} alt="" width={160} height={160} className="w-full max-w-72 justify-self-center p-5 sm:p-8" />
}
