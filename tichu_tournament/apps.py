"""Django's administration, as this site has it."""

from django.contrib.admin import apps


class OwnersAdmin(apps.AdminConfig):
    """Open to the site's owner alone."""

    default_site = "tichu_tournament.administration.OwnersSite"
