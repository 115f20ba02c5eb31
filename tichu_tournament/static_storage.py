"""Static files by the hash of their content, so that browsers keep them for ever and never an old one."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = "table/*.js"


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Our scripts that import one another do so by these names too. Django looks for imports in every script unless it
    is told where, and takes a comment of somebody else's for one."""

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        OURS,
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],
    )
